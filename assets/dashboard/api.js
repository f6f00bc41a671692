// The admin interface as this page calls it. The token lives in this tab only and never in an address.

const PLACE = "plumbline-admin-token";

export const held = () => sessionStorage.getItem(PLACE);
export const hold = (token) => sessionStorage.setItem(PLACE, token);
export const letGo = () => sessionStorage.removeItem(PLACE);

/** An answer that is not the one that was asked for; `errors` names the fields to blame. */
export class Failure extends Error {
  constructor(status, { detail, errors = [] }) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** A token that a header cannot carry is wrong without asking. */
export const sendable = (token) => /^[\x21-\x7e]+$/.test(token);

export async function call(method, path, body, token = held()) {
  const response = await fetch(path, {
    method,
    cache: "no-store",
    credentials: "omit",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Failure(0, { detail: "The service does not answer. Check the connection and try again." });
  });
  const answer = await response.json().catch(() => ({ detail: `The service answered ${response.status}.` }));
  if (!response.ok) throw new Failure(response.status, answer);
  return answer;
}
