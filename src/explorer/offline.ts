// The service worker: caches the explorer for offline use. Immutable files are cached permanently, others until the
// network returns newer ones.

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
/** Cached files, more than twice the number that exists. The oldest are removed. */
const MOST = 600;
/** Attempts to load a file, and the longest wait between them. */
const TRIES = 4;
const LONGEST_WAIT_S = 60;

// Takes control of the page that registered it, without a reload.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === scope.location.origin && (pathname === "/" || pathname.startsWith("/explorer/"));
  if (request.method === "GET" && isOurs) event.respondWith(answer(request));
});

/** The page is idle. */
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

/** Ignores the query, because the page is the same for all. */
function keptFor(cache: Cache, request: Request | string): Promise<Response | undefined> {
  return cache.match(request, { ignoreSearch: true, ignoreVary: true });
}

/** Files with a hash in their name are sent as immutable. */
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

/** Caches everything that any page may need: one archive of texts, and the other files. */
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
    // Marks the archive as unpacked, so that it is not loaded again.
    await cache.put(archive, new Response(null, { headers }));
  }
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** Retries a refused request after the time in Retry-After. */
async function patiently(path: string): Promise<Response> {
  for (let left = TRIES; ; left--) {
    const response = await fetch(path);
    if (response.ok) return response;
    if (left <= 1 || ![429, 503].includes(response.status)) throw new Error(`${path}: ${response.status}`);
    const wait = Math.min(Number(response.headers.get("retry-after") ?? 1) || 1, LONGEST_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}
