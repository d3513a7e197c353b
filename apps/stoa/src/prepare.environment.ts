import { AccountServiceEnvironment, BooleanVariable, StringVariable } from '@stoa/config';

/** Settings of the job that prepares a database. */
export class PrepareEnvironment extends AccountServiceEnvironment {
  @BooleanVariable({ default: false, doc: 'on creates the demo organization.' })
  STOA_DEMO!: boolean;

  @StringVariable({ default: 'stoa.invalid', doc: 'Domain of the addresses of the system bots; never changed later.' })
  STOA_SYSTEM_BOT_DOMAIN!: string;
}
