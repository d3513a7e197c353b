import { StringParam } from '@stoa/http-params';

export class FetchApiKeyParams {
  @StringParam({ doc: 'Address of the account.' })
  username!: string;

  @StringParam({ doc: 'Its password.' })
  password!: string;
}

export class DevFetchApiKeyParams {
  @StringParam({ doc: 'Address of the account.' })
  username!: string;
}
