import { Module } from '@nestjs/common';
import { BotDataModule } from '../shared/bot-data/bot-data.module';
import { MessageStateModule } from '../shared/message-state/message-state.module';
import { UserSetModule } from '../shared/user-set/user-set.module';
import { QueueMaker } from './queue-maker';
import { StateReadAdmission } from './state-read-admission';
import { RegisterChannelsRepository } from './register-channels.repository';
import { RegisterComposer } from './register-composer';
import { RegisterReader } from './register-reader';
import { RegisterSets } from './register-sets';
import { RegisterRepository } from './register.repository';
import { RegisterService } from './register.service';
import { SubscriberLists } from './state/subscriber-lists';

@Module({
  imports: [BotDataModule, MessageStateModule, UserSetModule],
  providers: [
    QueueMaker,
    StateReadAdmission,
    RegisterChannelsRepository,
    RegisterComposer,
    RegisterReader,
    RegisterRepository,
    RegisterService,
    RegisterSets,
    SubscriberLists,
  ],
  exports: [RegisterSets],
})
export class RegisterModule {}
