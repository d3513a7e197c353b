import { StringParam } from '@stoa/http-params';

/** `POST /realm/test_welcome_bot_custom_message` (organization.md 14). */
export class TestWelcomeMessageParams {
  @StringParam({ maxLength: 8000, name: 'welcome_message_custom_text', doc: 'The text to try.' })
  text!: string;
}
