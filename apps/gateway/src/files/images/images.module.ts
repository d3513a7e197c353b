import { Module } from '@nestjs/common';
import { AvatarsController } from './avatars.controller';
import { CustomEmojiController } from './custom-emoji.controller';
import { ImageSpool } from './image-spool';
import { RealmImagesController } from './realm-images.controller';

@Module({
  controllers: [AvatarsController, CustomEmojiController, RealmImagesController],
  providers: [ImageSpool],
  exports: [ImageSpool],
})
export class ImagesModule {}
