import { BooleanParam, IntegerParam, StringParam } from '@stoa/http-params';
import { LONGEST_URL_TEMPLATE } from './linkifiers.params';

export class CreatePlaygroundParams {
  @StringParam({ strip: true, doc: 'Name that users see.' })
  name!: string;

  @StringParam({ name: 'pygments_language', strip: true, maxLength: 40, doc: 'Language of code blocks.' })
  pygmentsLanguage!: string;

  @StringParam({
    name: 'url_template',
    strip: true,
    maxLength: LONGEST_URL_TEMPLATE,
    doc: 'RFC 6570 template with the one variable `code`.',
  })
  urlTemplate!: string;
}

export class PlaygroundParams {
  @IntegerParam({ name: 'playground_id', in: 'path', doc: 'ID of the playground.' })
  id!: number;
}

export class AddRealmDomainParams {
  @StringParam({ strip: true, doc: 'Mail domain.' })
  domain!: string;

  @BooleanParam({ name: 'allow_subdomains', doc: 'Whether its subdomains count as well.' })
  allowSubdomains!: boolean;
}

export class ChangeRealmDomainParams {
  @StringParam({ in: 'path', doc: 'Mail domain.' })
  domain!: string;

  @BooleanParam({ name: 'allow_subdomains', doc: 'Whether its subdomains count as well.' })
  allowSubdomains!: boolean;
}

export class RealmDomainParams {
  @StringParam({ in: 'path', doc: 'Mail domain.' })
  domain!: string;
}
