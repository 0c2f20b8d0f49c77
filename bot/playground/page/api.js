// Requests to the playground, and the live connection that brings what happens.

export const person = () => new URLSearchParams(location.search).get("as") || "Ada";
export const language = () => new URLSearchParams(location.search).get("lang") || "en-US";

/** What the server says no to: its `message` is meant for the person. */
export class Refusal extends Error {}

async function answered(response) {
  let body = {};
  try { body = await response.json(); } catch { /* not JSON: a plain error page */ }
  if (!response.ok) throw new Refusal(body.error || `That did not work (${response.status}).`);
  return body;
}

async function request(path, options) {
  let response;
  try { response = await fetch(path, options); } catch { throw new Refusal("The playground does not answer."); }
  return answered(response);
}

export function get(path, query = {}) {
  return request(`/web/${path}?${new URLSearchParams({ as: person(), ...query })}`);
}

export function post(path, body) {
  return request(`/web/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ as: person(), locale: language(), ...body }),
  });
}

/**
 * Keep a live connection as the person of the moment. `heard` gets every event, `up` is called after each (re)connection
 * and `down` when it is lost. Returns a function that ends it.
 */
export function listen({ heard, up, down }) {
  let socket, timer, pause = 500, ended = false;
  const connect = () => {
    const address = new URL(`/web/live?as=${encodeURIComponent(person())}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => { pause = 500; up(); };
    socket.onmessage = (frame) => heard(JSON.parse(frame.data));
    socket.onclose = () => {
      if (ended) return;
      down();
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 1.6, 5000);
    };
  };
  connect();
  return () => { ended = true; clearTimeout(timer); socket.close(); };
}
