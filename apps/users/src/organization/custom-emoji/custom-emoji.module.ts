import { Module } from '@nestjs/common';
import { ImagesModule } from '../../shared/images/images.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { CustomEmojiRepository } from './custom-emoji.repository';
import { CustomEmojiService } from './custom-emoji.service';

@Module({
  imports: [ImagesModule, UserChangesModule],
  providers: [CustomEmojiRepository, CustomEmojiService],
})
export class CustomEmojiModule {}
