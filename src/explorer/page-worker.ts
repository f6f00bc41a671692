// A worker of the page that is sent numbered requests and answers each; it is started by the first.

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

export class PageWorker<Message extends Answer | object> {
  private worker: Worker | undefined;
  private count = 0;
  private readonly waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();

  constructor(
    /** Written out where the worker is named, so that the bundler finds its file. */
    private readonly start: () => Worker,
    /** What people miss where it cannot be loaded. */
    private readonly part: string,
    /** Messages that answer no request. */
    private readonly heard: (message: Exclude<Message, Answer>) => void = () => {},
  ) {}

  ask<T>(request: object): Promise<T> {
    this.worker ??= this.started();
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.worker?.postMessage({ ...request, id });
    });
  }

  /** Ends the worker and all that waits for it. */
  stop(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }

  private started(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!isAnswer(data)) return this.heard(data as Exclude<Message, Answer>);
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error));
      else asked?.resolve(data.value);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(`the part that ${this.part} could not be loaded`);
    };
    return worker;
  }
}

function isAnswer(message: object): message is Answer {
  return "id" in message;
}
