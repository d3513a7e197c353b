import { IntegerListParam, StringParam } from '@stoa/http-params';

/** `POST /messages/flags` (messages.md 11). The texts for unknown values are the service's. */
export class UpdateFlagsParams {
  @IntegerListParam({ doc: 'The messages.' })
  messages!: number[];

  @StringParam({ doc: '`add` or `remove`.' })
  op!: string;

  @StringParam({ doc: '`read`, `starred` or `collapsed`.' })
  flag!: string;
}
