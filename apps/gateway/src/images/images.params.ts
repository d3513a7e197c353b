import { BooleanParam, StringParam } from '@stoa/http-params';

export class EmojiNameParams {
  @StringParam({ in: 'path', doc: 'Name of the emoji.' })
  emoji_name!: string;
}

export class LogoParams {
  @BooleanParam({ doc: 'The logo of the dark theme.' })
  night!: boolean;
}
