// Parses the address of Redis: one server or the nodes of a cluster. Messages never contain passwords.

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** While Redis is unavailable: serve calls and count them here, or refuse them. */
export type WhenAway = "open" | "closed";

export interface RedisSettings {
  readonly nodes: readonly RedisNode[];
  readonly cluster: boolean;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Number of the database; a cluster has only 0. */
  readonly db: number;
  /** Prefix of all entry names. */
  readonly prefix: string;
  readonly whenAway: WhenAway;
  /** Secret that is added to the shared salt of visitors' hashes. It is not stored in Redis. */
  readonly visitorSecret?: string | undefined;
}

export type RedisAddress = Pick<RedisSettings, "nodes" | "cluster" | "tls" | "username" | "password" | "db">;

const PORT = 6379;
const SCHEMES = ["redis:", "rediss:"];
const LARGEST_DB = 1_000_000;

/** Returns the address, or an error message that does not repeat it. */
export function readAddress(text: string, cluster: boolean): RedisAddress | string {
  const urls: URL[] = [];
  for (const part of text.split(",")) {
    const trimmed = part.trim();
    if (!URL.canParse(trimmed)) return "has a part that is not an address";
    urls.push(new URL(trimmed));
  }
  const [first] = urls;
  if (first === undefined) return "is empty";
  const clustered = cluster || urls.length > 1;
  const fault = urls.map((url) => faultOf(url, clustered)).find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  if (urls.some(({ protocol }) => protocol !== first.protocol)) return "mixes redis:// and rediss://";
  const username = decoded(first.username);
  const password = decoded(first.password);
  if (username === undefined || password === undefined)
    return "has a user or password with a % that is not written as %25";
  return {
    nodes: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? PORT : Number(port),
    })),
    cluster: clustered,
    tls: first.protocol === "rediss:",
    username: username === "" ? undefined : username,
    password: password === "" ? undefined : password,
    db: Number(first.pathname.slice(1)),
  };
}

/** Hosts and ports, for messages. */
export function placeOf({ nodes }: Pick<RedisAddress, "nodes">): string {
  return nodes.map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`).join(", ");
}

function faultOf({ protocol, hostname, pathname, search, hash }: URL, cluster: boolean): string | undefined {
  if (!SCHEMES.includes(protocol)) return "must start with redis:// or rediss://";
  if (hostname === "") return "names no host";
  if (search !== "" || hash !== "")
    return "has a ? or # in it; in a user or password they are written as %3F and %23";
  const db = pathname.replace(/^\//, "");
  if (!/^\d*$/.test(db) || Number(db) > LARGEST_DB) return "may end only in the number of a database";
  return cluster && Number(db) > 0 ? "names a database, and a cluster has none" : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
