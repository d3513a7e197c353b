import { EnumParam, IntegerParam } from '@stoa/http-params';

export class RequestExportParams {
  @EnumParam([1, 2], {
    name: 'export_type',
    default: 1,
    text: 'long',
    doc: '1 public data, 2 also the private data of users who consented.',
  })
  exportType!: number;
}

export class ExportParams {
  @IntegerParam({ name: 'export_id', in: 'path', doc: 'ID of the export.' })
  id!: number;
}
