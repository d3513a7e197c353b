import { FileServiceEnvironment } from './service-environment';
import { StringVariable } from './variables';

/** For services that fetch what users link to. */
export class OutgoingServiceEnvironment extends FileServiceEnvironment {
  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, from which linked pages and media are fetched although they are not public, on any port.',
  })
  STOA_OUTGOING_ALLOWED_ADDRESSES!: string;
}
