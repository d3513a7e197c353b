import { ChannelObject } from '@stoa/contracts/channels';
import { GroupSettingValue } from '@stoa/contracts/users';
import { CapabilityCondition, ChangeEvent, eventOf } from '@stoa/contracts/events';
import {
  type ChangeFacts,
  DirectoryChannel,
  RealmGroups,
  directoryChannel,
  groupValues,
  wireGroupValue,
} from '@stoa/directory';
import { ChannelPermissionSetting, ChannelViewer, GroupGraph, canAccessChannelContent } from '@stoa/policy';
import { type Write, textsIn } from '@stoa/texts';
import { channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { ChannelRow } from '../channels/channels.repository';
import { policyUser } from '../../access/policy-user';
import { ChannelMoment, viewersOf, visibilityChange } from './channel-visibility';

/** `stream_post_policy` of channels in which only administrators post. */
const ADMINISTRATORS_POST = 2;

/** A value of a `stream` update event, and the fields that come with it (channels.md 13.1). */
export interface PropertyEvent {
  property: string;
  value: string | number | boolean | null | GroupSettingValue;
  extra?: Record<string, unknown>;
}

/**
 * A channel while one request changes it, step by step: its row and groups as they are by then, and the events of the
 * steps in order. Who sees a channel is compared before and after each step that changes it.
 */
export class EditedChannel {
  readonly events: ChangeEvent[] = [];
  /** Columns to be written. */
  readonly columns = new Map<string, unknown>();
  /** What the notification bot is to say in the channel. */
  readonly notices: string[] = [];
  /** Writes them, in the organization's language. */
  readonly write: Write;
  private moment: ChannelMoment;

  constructor(
    readonly facts: ChangeFacts,
    row: ChannelRow,
    /** Active subscribers. */
    readonly members: ReadonlyMap<number, boolean>,
  ) {
    this.moment = { row, groups: facts.groups };
    this.write = textsIn(facts.settings.defaultLanguage);
  }

  get row(): ChannelRow {
    return this.moment.row;
  }

  get groups(): RealmGroups {
    return this.moment.groups;
  }

  get channel(): DirectoryChannel {
    return directoryChannel(this.moment.row);
  }

  /** Who makes the request, towards the channel as it is by now. */
  get viewer(): ChannelViewer {
    const { requester } = this.facts;
    return {
      user: policyUser(requester),
      isSubscribed: this.members.has(requester.id),
      groups: this.moment.groups.graph,
    };
  }

  get hasContentAccess(): boolean {
    return canAccessChannelContent(this.channel, this.viewer);
  }

  viewers(): number[] {
    return viewersOf(this.moment, this.facts.users, this.members);
  }

  /** Changes columns that nobody's access depends on, and notifies everybody who sees the channel. */
  set(changes: Partial<ChannelRow>, event: PropertyEvent): void {
    const name = this.row.name;
    this.change({ ...this.moment, row: this.changed(changes) });
    this.events.push(this.updateEvent(event, this.viewers(), name));
  }

  /**
   * Changes who sees the channel: who newly does gets it with its subscribers, who no longer does loses it, the others get
   * the change.
   */
  setAccess(changes: Partial<ChannelRow>, groups: RealmGroups, event: PropertyEvent): void {
    const before = this.viewers();
    this.change({ row: this.changed(changes), groups });
    const { gained, lost, kept } = visibilityChange(before, this.viewers());
    this.events.push(...this.gainEvents(gained));
    if (lost.length > 0) this.events.push(this.deleteEvent(lost));
    this.events.push(this.updateEvent(event, kept));
  }

  /** Changes a permission setting that lets nobody see the channel. */
  setGroup(changes: Partial<ChannelRow>, groups: RealmGroups, event: PropertyEvent): void {
    this.change({ row: this.changed(changes), groups });
    this.events.push(this.updateEvent(event, this.viewers()));
  }

  /** The deprecated mirrors of `can_send_message_group`, where they change with it (channels.md 13.1). */
  tellPostPolicy(old: number): void {
    const { stream_post_policy: policy, is_announcement_only: isAnnouncementOnly } = this.object();
    if (policy === old) return;
    const viewers = this.viewers();
    this.events.push(this.updateEvent({ property: 'stream_post_policy', value: policy }, viewers));
    if ((old === ADMINISTRATORS_POST) === isAnnouncementOnly) return;
    this.events.push(this.updateEvent({ property: 'is_announcement_only', value: isAnnouncementOnly }, viewers));
  }

  /** The archive of clients that do not know it is that the channel is gone (channels.md 13.4). */
  setArchived(isArchived: boolean, changes: Partial<ChannelRow> = {}): void {
    this.change({ ...this.moment, row: this.changed({ ...changes, is_archived: isArchived }) });
    const viewers = this.viewers();
    const unaware: CapabilityCondition = { capability: 'archived_channels', is: false };
    this.events.push(
      this.updateEvent({ property: 'is_archived', value: isArchived }, viewers),
      isArchived ? this.deleteEvent(viewers, unaware) : this.createEvent(viewers, this.row.subscriber_count, unaware),
    );
  }

  /** What a permission setting's column stands for. */
  groupOf(setting: ChannelPermissionSetting): number {
    return this.row[setting] ?? this.groups.graph.idOf('role:everyone');
  }

  /** What a permission setting is, as clients see it. */
  settingValue(groupId: number): GroupSettingValue {
    return wireGroupValue(this.moment.groups, this.facts.users, groupId);
  }

  private changed(changes: Partial<ChannelRow>): ChannelRow {
    for (const [column, value] of Object.entries(changes)) this.columns.set(column, value);
    return { ...this.row, ...changes };
  }

  private change(moment: ChannelMoment): void {
    this.moment = moment;
  }

  /** `peer_add` announces every subscriber, so the object counts none of them: clients add up the announcements. */
  private gainEvents(gained: readonly number[]): ChangeEvent[] {
    if (gained.length === 0) return [];
    const subscribers = [...this.members.keys()].sort((first, second) => first - second);
    if (subscribers.length === 0) return [this.createEvent(gained, 0)];
    const peers = { stream_ids: [this.row.id], user_ids: subscribers };
    return [this.createEvent(gained, 0), eventOf('subscription', 'peer_add', peers, gained)];
  }

  /** The channel as clients see it by now. */
  object(): ChannelObject {
    const { row, groups } = this.moment;
    const traffic = weeklyTraffic(row.recent_messages, Date.now() / 1000 - row.date_created);
    return channelObject(row, groupValues(groups, this.facts.users), traffic);
  }

  private createEvent(to: readonly number[], subscriberCount: number, when?: CapabilityCondition) {
    const object = { ...this.object(), subscriber_count: subscriberCount };
    return eventOf('stream', 'create', { streams: [object] }, to, when ? { when } : {});
  }

  private deleteEvent(to: readonly number[], when?: CapabilityCondition): ChangeEvent {
    const { id } = this.row;
    return eventOf('stream', 'delete', { streams: [{ stream_id: id }], stream_ids: [id] }, to, when ? { when } : {});
  }

  /** @param name other than the present one only for the property `name` */
  private updateEvent({ property, value, extra }: PropertyEvent, to: readonly number[], name = this.row.name) {
    return eventOf('stream', 'update', { stream_id: this.row.id, name, property, value, ...extra }, to);
  }
}

/** The groups after an anonymous one got other members, or was made. */
export function withAnonymousGroup(
  groups: RealmGroups,
  groupId: number,
  value: Exclude<GroupSettingValue, number>,
): RealmGroups {
  const others = [...groups.graph.all()].filter(({ id }) => id !== groupId);
  const anonymous = {
    id: groupId,
    name: null,
    isSystemGroup: false,
    isDeactivated: false,
    directMembers: value.direct_members,
    directSubgroups: value.direct_subgroups,
  };
  return new RealmGroups(groups.version, new GroupGraph([...others, anonymous]), groups.named);
}
