// A map of bounded size. When it is full, the oldest entry is removed.

export class Recent<V> {
  private readonly map = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(name: string): V | undefined {
    return this.map.get(name);
  }

  set(name: string, value: V): void {
    this.map.delete(name);
    this.map.set(name, value);
    if (this.map.size <= this.most) return;
    const [oldest] = this.map.keys();
    if (oldest !== undefined) this.map.delete(oldest);
  }

  delete(name: string): void {
    this.map.delete(name);
  }

  each(work: (value: V) => void): void {
    for (const value of this.map.values()) work(value);
  }

  /** Removes matching entries. */
  forget(which: (value: V) => boolean): void {
    for (const [name, value] of this.map) if (which(value)) this.map.delete(name);
  }
}

/** Caches a function's results for the most recent texts, except undefined. */
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Recent<T>(most);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (made !== undefined) known.set(text, made);
    return made;
  };
}
