import { Module } from '@nestjs/common';
import { BotDataModule } from '../../shared/bot-data/bot-data.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { ImagesModule } from '../../shared/images/images.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { AvatarChanges } from './avatar-changes';
import { AvatarFiles } from './avatar-files';
import { AvatarMovesRepository } from './avatar-moves.repository';
import { AvatarMovesService } from './avatar-moves.service';
import { AvatarsService } from './avatars.service';
import { DrawnAvatarsService } from './drawn-avatars.service';

@Module({
  imports: [BotDataModule, DirectoryAccountsModule, ImagesModule, UserChangesModule, UserSetModule],
  providers: [
    AvatarChanges,
    AvatarFiles,
    AvatarMovesRepository,
    AvatarMovesService,
    AvatarsService,
    DrawnAvatarsService,
  ],
  exports: [AvatarChanges, AvatarFiles],
})
export class AvatarsModule {}
