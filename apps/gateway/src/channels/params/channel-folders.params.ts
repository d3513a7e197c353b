import { BooleanParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

const LONGEST_NAME = 60;
const LONGEST_DESCRIPTION = 1024;

/** `POST /channel_folders/create` (channels.md 12). */
export class CreateChannelFolderParams {
  @StringParam({ maxLength: LONGEST_NAME, doc: 'Name of the folder.' })
  name!: string;

  @StringParam({ maxLength: LONGEST_DESCRIPTION, doc: 'Description, in markup; may be empty.' })
  description!: string;
}

/** `GET /channel_folders`. */
export class ListChannelFoldersParams {
  @BooleanParam({ default: false, name: 'include_archived', doc: 'Whether archived folders are listed too.' })
  includeArchived!: boolean;
}

/** `PATCH /channel_folders`. */
export class ReorderChannelFoldersParams {
  @IntegerListParam({ doc: 'IDs of all folders, archived ones included, in their new order.' })
  order!: number[];
}

/** `PATCH /channel_folders/{channel_folder_id}`. */
export class UpdateChannelFolderParams {
  @IntegerParam({ in: 'path', name: 'channel_folder_id', doc: 'ID of the folder.' })
  folderId!: number;

  @StringParam({ optional: true, maxLength: LONGEST_NAME, doc: 'New name.' })
  name?: string;

  @StringParam({ optional: true, maxLength: LONGEST_DESCRIPTION, doc: 'New description, in markup.' })
  description?: string;

  @BooleanParam({ optional: true, name: 'is_archived', doc: 'Whether the folder is archived.' })
  isArchived?: boolean;
}
