import { BooleanParam, StringParam } from '@stoa/http-params';

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

export class JwtFetchApiKeyParams {
  @StringParam({ default: '', doc: 'JSON web token with the claim `email`.' })
  token!: string;

  @BooleanParam({ name: 'include_profile', default: false, doc: 'Whether the answer has the user.' })
  includeProfile!: boolean;
}
