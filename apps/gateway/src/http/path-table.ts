import findMyWay from 'find-my-way';

/** What was found at a path, with the values of the path's parts by name, decoded. */
export interface FoundPlace<T> {
  place: T;
  values: Readonly<Record<string, string | undefined>>;
}

/**
 * What is at which path, whatever the method. The framework's router has a tree for each method, and compares each route with all
 * others of its tree when it is made: eight methods of some four hundred paths were a tenth of the gateway's start.
 */
export class PathTable<T> {
  private readonly router;
  private readonly places = new Map<unknown, T>();

  /** @param longestPart characters; a longer one is found nowhere */
  constructor({ longestPart }: { longestPart: number }) {
    // Whoever reads the query reads it from the request.
    this.router = findMyWay({ maxParamLength: longestPart, querystringParser: () => ({}) });
  }

  /** @param path as the framework writes it: `/a/:name`, `/a/:name(^\d+$)`, `/a/*` */
  add(path: string, place: T): void {
    const key = () => undefined;
    this.places.set(key, place);
    this.router.on('GET', path, key);
  }

  /** @param url of a request, whose query counts for nothing */
  find(url: string): FoundPlace<T> | undefined {
    const found = this.router.find('GET', url);
    const place = found ? this.places.get(found.handler) : undefined;
    return found && place !== undefined ? { place, values: found.params } : undefined;
  }
}
