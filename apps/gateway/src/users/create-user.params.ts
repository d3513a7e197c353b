import { StringParam } from '@stoa/http-params';

export class CreateUserParams {
  @StringParam({ doc: 'Address of the new account.' })
  email!: string;

  @StringParam({ doc: 'Its password: 6 to 100 characters that are hard to guess.' })
  password!: string;

  @StringParam({ name: 'full_name', doc: 'Its name.' })
  fullName!: string;
}
