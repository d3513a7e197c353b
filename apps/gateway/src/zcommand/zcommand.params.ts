import { StringParam } from '@stoa/http-params';

/** `POST /zcommand` (organization.md 17). */
export class ZcommandParams {
  @StringParam({ doc: '`/ping`, `/dark`, `/light`, `/fluid-width` or `/fixed-width`.' })
  command!: string;
}
