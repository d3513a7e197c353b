import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { ChannelsModule } from '../channels/channels.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ChannelEmailAddressRepository } from './channel-email-address.repository';
import { ChannelEmailAddressService } from './channel-email-address.service';
import { ChannelLookupService } from './channel-lookup.service';

@Module({
  imports: [ChannelsModule, MessagesModule],
  providers: [
    AccessibleUsersRepository,
    ChannelEmailAddressRepository,
    ChannelEmailAddressService,
    ChannelLookupService,
  ],
})
export class ChannelLookupModule {}
