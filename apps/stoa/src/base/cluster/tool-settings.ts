import { BooleanVariable, ChoiceVariable, StringVariable, UrlVariable } from '@stoa/config';

/** What commands need that only look into the database. */
export class DatabaseSettings {
  @UrlVariable({ schemes: ['postgresql', 'postgres'], secret: true, doc: 'The PostgreSQL primary.' })
  STOA_DATABASE_URL!: string;
}

export const SystemBotDomainVariable = () =>
  StringVariable({ default: 'stoa.invalid', doc: 'Domain of the addresses of the system bots; never changed later.' });

export const DemoVariable = () =>
  BooleanVariable({ default: false, doc: 'on creates the demo organization after the migrations.' });

/** For commands that migrate. */
export class MigrationSettings extends DatabaseSettings {
  @SystemBotDomainVariable()
  STOA_SYSTEM_BOT_DOMAIN!: string;

  @DemoVariable()
  STOA_DEMO!: boolean;
}

/** For commands that name an organization's address. */
export class AddressSettings {
  @StringVariable({ doc: 'Host, with port if not the default, of the root organization.' })
  STOA_EXTERNAL_HOST!: string;

  @ChoiceVariable({ default: 'http', choices: ['http', 'https'], doc: 'Scheme of the URLs that clients use.' })
  STOA_EXTERNAL_SCHEME!: string;
}

/** For commands that make keys without a service. */
export class KeySettings {
  @StringVariable({ secret: true, minLength: 32, doc: 'Key of the HMAC under which API keys are stored.' })
  STOA_API_KEY_SECRET!: string;
}
