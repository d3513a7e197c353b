import { FileServiceEnvironment } from './service-environment';
import { BooleanVariable, StringVariable } from './variables';

/** For services that fetch what users link to. */
export class OutgoingServiceEnvironment extends FileServiceEnvironment {
  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, that are fetched from although they are not public, on any port; none are.',
  })
  STOA_OUTGOING_ALLOWED_ADDRESSES!: string;

  @BooleanVariable({
    default: true,
    doc: 'Images, films and sounds of other hosts are shown through /external_content/, so that nobody learns who reads.',
  })
  STOA_MEDIA_PROXY!: boolean;
}
