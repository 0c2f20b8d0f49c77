// What people type of a command: which names fit, and where its options begin.

/** The items of which a name contains `text`: first those called exactly so, then those that begin with it. */
export function fitting(items, text, namesOf) {
  const wanted = text.trim().toLowerCase();
  const rank = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3);
  return items.map((item) => ({ item, at: Math.min(...namesOf(item).map((name) => rank(name.toLowerCase()))) }))
    .filter(({ at }) => at < 3).sort((one, other) => one.at - other.at).map(({ item }) => item);
}

/** The item that has this name, in capitals or not; `undefined` if none has. A mention counts as the name. */
export function named(items, text, namesOf) {
  const wanted = text.trim().replace(/^<?[@#]!?|>$/g, "").toLowerCase();
  return items.find((item) => namesOf(item).some((name) => name.toLowerCase() === wanted));
}

/** Splits `before computers:normal thread:True` into the words before the first of these options, and each one's value. */
export function splitOptions(text, options, namesOf) {
  const begun = [...text.matchAll(/(?<!\S)([^\s:]+):/g)]
    .map((match) => ({ option: named(options, match[1], namesOf), from: match.index, to: match.index + match[0].length }))
    .filter(({ option }) => option);
  return {
    before: text.slice(0, begun[0]?.from).trimEnd(),
    parts: begun.map(({ option, to }, index) => ({ option, text: text.slice(to, begun[index + 1]?.from).trim() })),
  };
}
