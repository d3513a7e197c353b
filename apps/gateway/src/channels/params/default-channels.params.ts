import { IntegerParam, StringListParam, StringParam } from '@stoa/http-params';

/** `POST` and `DELETE /default_streams` (channels.md 10). */
export class DefaultChannelParams {
  @IntegerParam({ name: 'stream_id', doc: 'ID of the channel.' })
  channelId!: number;
}

/** `POST /default_stream_groups/create`. */
export class CreateDefaultChannelGroupParams {
  @StringParam({ name: 'group_name', allowNul: true, doc: 'Name of the group.' })
  name!: string;

  @StringParam({ doc: 'Description of the group.' })
  description!: string;

  @StringListParam({ name: 'stream_names', doc: 'Names of its channels.' })
  channelNames!: string[];
}

/** Endpoints of one group. */
export class DefaultChannelGroupParams {
  @IntegerParam({ in: 'path', name: 'group_id', doc: 'ID of the group.' })
  groupId!: number;
}

/** `PATCH /default_stream_groups/{group_id}`. */
export class UpdateDefaultChannelGroupParams extends DefaultChannelGroupParams {
  @StringParam({ optional: true, name: 'new_group_name', allowNul: true, doc: 'New name.' })
  name?: string;

  @StringParam({ optional: true, name: 'new_description', doc: 'New description.' })
  description?: string;
}

/** `PATCH /default_stream_groups/{group_id}/streams`. */
export class ChangeDefaultChannelGroupParams extends DefaultChannelGroupParams {
  @StringParam({ doc: '`add` or `remove`.' })
  op!: string;

  @StringListParam({ name: 'stream_names', doc: 'Names of the channels.' })
  channelNames!: string[];
}
