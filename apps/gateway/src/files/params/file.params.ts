import { IntegerParam, StringParam } from '@stoa/http-params';

export class FileParams {
  @IntegerParam({ in: 'path', doc: "ID of the organization: the first part of the file's address." })
  realm_id!: number;

  @StringParam({ in: 'path', doc: 'Second part of the address.' })
  folder!: string;

  @StringParam({ in: 'path', doc: 'Third part of the address.' })
  secret!: string;

  @StringParam({ in: 'path', doc: 'Last part of the address.' })
  filename!: string;
}

export class AttachmentParams {
  @IntegerParam({ in: 'path', doc: 'ID of the file.' })
  attachment_id!: number;
}
