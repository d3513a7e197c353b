import { Module } from '@nestjs/common';
import { ImageMaker } from './image-maker.service';
import { SpooledImages } from './spooled-images.service';

@Module({ providers: [ImageMaker, SpooledImages], exports: [ImageMaker, SpooledImages] })
export class ImagesModule {}
