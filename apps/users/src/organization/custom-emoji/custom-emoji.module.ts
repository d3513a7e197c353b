import { Module } from '@nestjs/common';
import { ImagesModule } from '../../shared/images/images.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { CustomEmojiHandler } from './custom-emoji.handler';
import { CustomEmojiRepository } from './custom-emoji.repository';
import { CustomEmojiService } from './custom-emoji.service';

@Module({
  imports: [ImagesModule, UserChangesModule],
  controllers: [CustomEmojiHandler],
  providers: [CustomEmojiRepository, CustomEmojiService],
})
export class CustomEmojiModule {}
