import { Module } from '@nestjs/common';
import { ImageMaker } from './image-maker';
import { SpooledImages } from './spooled-images';

@Module({ providers: [ImageMaker, SpooledImages], exports: [ImageMaker, SpooledImages] })
export class ImagesModule {}
