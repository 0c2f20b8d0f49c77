// What the server tells of changes: as Server-Sent Events, or, where something on the way keeps those back, by asking again
// and again.

const PATIENCE = 10000; // milliseconds for the first event of a connection
const EVERY = 5000; // milliseconds between questions

export class Stream extends EventTarget {
  // `ask(path)` asks the server, for the match that is shown or for the list of matches (0).
  constructor(address, match, ask) {
    super();
    Object.assign(this, { match, ask, readyState: EventSource.CONNECTING, waiting: 0 });
    this.source = new EventSource(address);
    for (const name of ["hello", "match", "over", "error"]) {
      this.source.addEventListener(name, (event) => {
        clearTimeout(this.waiting);
        this.tell(name, event.data);
        if (name === "error" && this.source.readyState === EventSource.CONNECTING) this.wait();
      });
    }
    this.wait();
  }

  wait() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.poll(), PATIENCE);
  }

  tell(name, data) {
    if (this.readyState === EventSource.CLOSED) return;
    this.readyState = name === "error" && this.source ? this.source.readyState : EventSource.OPEN;
    this.dispatchEvent(new MessageEvent(name, { data }));
  }

  async poll() {
    this.source?.close();
    this.source = null;
    try {
      const found = await this.ask(this.match ? `matches/${this.match}` : "matches");
      const now = JSON.stringify(this.match ? { id: found.id, version: found.version } : found.matches.map((one) => [one.id, one.turn]));
      this.tell("hello");
      if (now !== this.last) this.tell("match", this.match ? now : "null");
      this.last = now;
    } catch (problem) {
      this.tell(problem.status === 401 ? "over" : "error");
    }
    if (this.readyState !== EventSource.CLOSED) this.waiting = setTimeout(() => this.poll(), EVERY);
  }

  close() {
    clearTimeout(this.waiting);
    this.readyState = EventSource.CLOSED;
    this.source?.close();
  }
}
