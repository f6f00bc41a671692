// Keeps what the explorer is made of, so that it works without a network: what never changes for good, everything else until
// the network gives a newer one. It is the browser's own worker between page and network.

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Caught extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Asked extends Lasting {
  readonly source: { postMessage(told: string): void } | null;
}
interface Events {
  install: Lasting;
  activate: Lasting;
  message: Asked;
  fetch: Caught;
}
const scope = self as unknown as {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): void;
};

const CACHE = "plumbline-explorer";
/** Files that are kept at most, more than twice as many as there are; the oldest go. */
const MOST = 600;
/** How often the service is asked for what is kept, and how long the worker waits in between at most. */
const TRIES = 4;
const LONGEST_WAIT_S = 60;

// The page that started it has it at once, without being opened again.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === scope.location.origin && (pathname === "/" || pathname.startsWith("/explorer/"));
  if (request.method === "GET" && isOurs) event.respondWith(answer(request));
});

/** A page says that it has nothing to do. */
scope.addEventListener("message", (event) =>
  event.waitUntil(keepAll().then(() => event.source?.postMessage("kept"))),
);

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await keptFor(cache, request);
  if (isLasting(kept)) return kept;
  try {
    return await keep(cache, request);
  } catch (error) {
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The page itself is the same whatever stands behind its question mark. */
function keptFor(cache: Cache, request: Request | string): Promise<Response | undefined> {
  return cache.match(request, { ignoreSearch: true, ignoreVary: true });
}

/** Names with a hash are sent so. */
function isLasting(response: Response | undefined): response is Response {
  return response?.headers.get("cache-control")?.includes("immutable") === true;
}

async function keep(cache: Cache, request: Request | string): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

interface Archive {
  readonly headers: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
}

/** All that the page may need, whatever is opened: one archive of texts, and what is no text. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const { archive, others } = (await (await patiently("/explorer/whole.json")).json()) as {
    readonly archive: string;
    readonly others: readonly string[];
  };
  for (const path of others) if (!isLasting(await keptFor(cache, path))) await keep(cache, path);
  if ((await keptFor(cache, archive)) === undefined) {
    const { headers, files } = (await (await patiently(archive)).json()) as Archive;
    for (const [path, { type, text }] of Object.entries(files))
      await cache.put(path, new Response(text, { headers: { ...headers, "content-type": type } }));
    // That it was unpacked: its files need not be sent again.
    await cache.put(archive, new Response(null, { headers }));
  }
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** A service that turns the worker away is asked again when it says, a few times. */
async function patiently(path: string): Promise<Response> {
  for (let left = TRIES; ; left--) {
    const response = await fetch(path);
    if (response.ok) return response;
    if (left <= 1 || ![429, 503].includes(response.status)) throw new Error(`${path}: ${response.status}`);
    const wait = Math.min(Number(response.headers.get("retry-after") ?? 1) || 1, LONGEST_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}
