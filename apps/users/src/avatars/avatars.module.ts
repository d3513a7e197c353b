import { Module } from '@nestjs/common';
import { BotDataModule } from '../bots/bot-data.module';
import { ImagesModule } from '../images/images.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UserSetModule } from '../user-set/user-set.module';
import { AvatarChanges } from './avatar-changes.service';
import { AvatarFiles } from './avatar-files.service';
import { AvatarsHandler } from './avatars.handler';
import { AvatarsService } from './avatars.service';

@Module({
  imports: [BotDataModule, ImagesModule, UserChangesModule, UserSetModule],
  controllers: [AvatarsHandler],
  providers: [AvatarChanges, AvatarFiles, AvatarsService],
  exports: [AvatarChanges, AvatarFiles],
})
export class AvatarsModule {}
