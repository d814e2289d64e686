/** Longer names are not kept: they are nobody's usual address. */
const LONGEST_NAME = 500;

/**
 * What was found out about names that anyone can send. It must not fill the memory: it holds so many and begins anew
 * when it is full.
 */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(name: string, value: Value): this {
    if (name.length > LONGEST_NAME) return this;
    if (this.size >= this.#most && !this.has(name)) this.clear();
    return super.set(name, value);
  }
}
