// Keeps what the explorer has loaded, so that it opens without a network: names with hashes for good, everything else until
// the network gives a newer one. It is the browser's own worker between page and network.

interface Caught {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const scope = self as unknown as {
  readonly location: Location;
  addEventListener(kind: "fetch", listener: (event: Caught) => void): void;
};

const CACHE = "plumbline-explorer";
/** Files that are kept at most; the oldest go. */
const MOST = 400;
const HASHED = /[.-][\w-]{8,}\.(js|css|mjs|json|svg|woff2)$/;

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === scope.location.origin && (pathname === "/" || pathname.startsWith("/explorer/"));
  if (request.method !== "GET" || !isOurs) return;
  event.respondWith(HASHED.test(pathname) ? keptFirst(request) : networkFirst(request));
});

async function keptFirst(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request);
  return kept ?? fetchAndKeep(request);
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetchAndKeep(request);
  } catch (error) {
    // The page itself is the same whatever stands behind its question mark.
    const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fetchAndKeep(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!response.ok) return response;
  const cache = await caches.open(CACHE);
  await cache.put(request, response.clone());
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
  return response;
}
