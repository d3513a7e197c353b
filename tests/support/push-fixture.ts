import { TestCluster } from '@stoa/testing';
import { Channel, createChannel } from './channels';
import { sendDirect, sendToChannel } from './messages';
import { Organization, createOrganization } from './organizations';
import { Person } from './people';
import { DeviceOptions, PushDevice } from './push-device';

/** An organization of a test's own with a sender, a recipient who has a device, and a channel of both. */
export class PushFixture {
  private position = 0;
  private witness: { person: Person; device: PushDevice } | undefined;

  private constructor(
    private readonly cluster: TestCluster,
    readonly organization: Organization,
    /** Owner: may delete, and change everything that a test needs. */
    readonly sender: Person,
    readonly recipient: Person,
    readonly device: PushDevice,
    readonly channel: Channel,
  ) {}

  static async create(cluster: TestCluster, device: DeviceOptions = {}): Promise<PushFixture> {
    const organization = await createOrganization(cluster);
    const recipient = await organization.createPerson('Bob');
    const { owner: sender } = organization;
    const channel = await createChannel(sender, [recipient]);
    return new PushFixture(
      cluster,
      organization,
      sender,
      recipient,
      await PushDevice.register(cluster, recipient, device),
      channel,
    );
  }

  /** Sends to the channel. @returns the message's id */
  send(content: string, topic = 'talk', from: Person = this.sender): Promise<number> {
    return sendToChannel(from, this.channel, { topic, content });
  }

  /** Puts a setting of the recipient's. */
  async set(settings: Record<string, boolean>): Promise<void> {
    await this.recipient.client.succeed('PATCH', '/settings', settings);
  }

  /** Puts a property of the recipient's subscription. */
  async setForChannel(property: string, value: boolean): Promise<void> {
    const data = [{ stream_id: this.channel.id, property, value }];
    await this.recipient.client.succeed('POST', '/users/me/subscriptions/properties', { subscription_data: data });
  }

  /** @param policy 0 none, 1 muted, 2 unmuted, 3 followed */
  async setForTopic(topic: string, policy: number): Promise<void> {
    const parameters = { stream_id: this.channel.id, topic, visibility_policy: policy };
    await this.recipient.client.succeed('POST', '/user_topics', parameters);
  }

  /**
   * Waits until it is decided who is notified of what was sent before: settings count as they are at that moment.
   * Changes of one organization are decided in their order, so a notification to somebody else shows it.
   */
  async decided(): Promise<void> {
    if (!this.witness) {
      const person = await this.organization.createPerson('Witness');
      this.witness = { person, device: await PushDevice.register(this.cluster, person) };
    }
    const { person, device } = this.witness;
    await device.message(await sendDirect(this.sender, [person]));
  }

  /**
   * Ids of the messages that the device was notified of since the last call. A direct message closes the list: what one
   * user gets keeps its order, so whatever was to come before it has come.
   */
  async notified(from: Person = this.sender): Promise<number[]> {
    const fence = await sendDirect(from, [this.recipient]);
    await this.device.message(fence);
    const ids = await this.device.messageIds();
    const added = ids.slice(this.position, ids.indexOf(fence, this.position));
    this.position = ids.indexOf(fence, this.position) + 1;
    return added;
  }
}
