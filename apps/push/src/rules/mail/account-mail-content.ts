import type { AccountMail } from '@stoa/contracts/push';
import type { Write } from '@stoa/texts';
import type { MailRealm, MailRecipient } from './facts';
import type { MailLink } from './layout';
import { timeFormat } from './mail-time';
import type { UnsubscribeWays } from './unsubscribe-keys';

/** A mail about its recipient's account, with whom it goes to. */
export type AccountMailView = AccountMail & {
  mailId: string;
  happenedAtMs: number;
  realm: MailRealm;
  recipient: MailRecipient;
  /** What ends mails of this kind; null where there is nothing to end. */
  ways: UnsubscribeWays | null;
  /** Confirms the address; null where there is nothing to confirm. */
  confirmUrl: string | null;
  /** Whom mails to newcomers are from; null: the installation, of which nobody reads answers. */
  welcomeSender: MailSender | null;
};

/** Somebody who writes mails, and reads what is answered. */
export interface MailSender {
  /** '' for none. */
  name: string;
  address: string;
}

/** What a mail about an account says. */
export interface AccountMailContent {
  fromName: string;
  /** Absent: the installation's. */
  fromAddress?: string;
  subject: string;
  paragraphs: readonly string[];
  button: MailLink;
  footer: readonly string[];
}

type Of<Kind extends AccountMailView['kind']> = Extract<AccountMailView, { kind: Kind }>;

export function accountMailContent(mail: AccountMailView, write: Write): AccountMailContent {
  switch (mail.kind) {
    case 'new_login':
      return newLogin(mail, write);
    case 'address_changed':
      return addressChanged(mail, write);
    case 'address_check':
      return addressCheck(mail, write);
    case 'welcome':
      return welcome(mail, write);
    case 'onboarding_topics':
      return onboarding(mail, write, {
        subject: write('accountMail.topicsSubject', { organization: mail.realm.name }),
        paragraphs: [
          write('accountMail.topics', { organization: mail.realm.name }),
          write('accountMail.topicsWriting'),
          write('accountMail.topicsOrder'),
        ],
      });
    case 'onboarding_guide':
      return onboarding(mail, write, {
        subject: write('accountMail.guideSubject', { organization: mail.realm.name }),
        paragraphs: [
          write('accountMail.guideFollow'),
          write('accountMail.guideCatchUp'),
          write('accountMail.guideSearch'),
        ],
      });
    case 'onboarding_team':
      return onboarding(mail, write, {
        subject: write('accountMail.teamSubject', { organization: mail.realm.name }),
        paragraphs: [
          write('accountMail.teamInvite', { organization: mail.realm.name }),
          write('accountMail.teamChannels'),
          write('accountMail.teamRights'),
          write('accountMail.teamMove'),
        ],
      });
  }
}

function newLogin({ facts, realm, recipient }: Of<'new_login'>, write: Write): AccountMailContent {
  const { ipAddress: ip, atMs } = facts;
  const client = facts.client === '' ? write('accountMail.newLoginUnknown') : facts.client;
  return {
    fromName: write('accountMail.security', { installation: realm.installation }),
    subject: write('accountMail.newLoginSubject', { client }),
    paragraphs: [
      write('accountMail.newLogin', { address: recipient.address, organization: realm.name }),
      write('accountMail.browser', { client }),
      write('accountMail.ip', { ip }),
      write('accountMail.time', { time: timeFormat(recipient)(atMs) }),
      write('accountMail.newLoginAdvice'),
    ],
    button: { label: write('accountMail.sessions'), url: `${realm.url}/#settings/account-and-privacy` },
    footer: [write('mail.doNotReply')],
  };
}

function addressChanged({ facts, realm }: Of<'address_changed'>, write: Write): AccountMailContent {
  const { name: organization } = realm;
  return {
    fromName: write('accountMail.security', { installation: realm.installation }),
    subject: write('accountMail.addressChangedSubject', { organization }),
    paragraphs: [
      write('accountMail.addressChanged', { organization, ...facts }),
      write('accountMail.addressChangedAdvice', { organization }),
    ],
    button: openButton(realm, write),
    footer: [write('mail.doNotReply')],
  };
}

function addressCheck({ realm, recipient, confirmUrl }: Of<'address_check'>, write: Write): AccountMailContent {
  const { name: organization, installation } = realm;
  return {
    fromName: write('mail.notifications', { installation }),
    subject: write('accountMail.checkSubject', { organization }),
    paragraphs: [
      write('accountMail.check', { organization, address: recipient.address }),
      write('accountMail.checkAdvice'),
    ],
    button: { label: write('accountMail.checkConfirm'), url: confirmUrl ?? realm.url },
    footer: [write('accountMail.checkReason', { installation }), write('mail.doNotReply')],
  };
}

function welcome(mail: Of<'welcome'>, write: Write): AccountMailContent {
  const { name: organization, url } = mail.realm;
  const { directoryLogin: login } = mail.facts;
  return {
    ...welcomeSender(mail, write),
    subject: write('accountMail.welcomeSubject', { organization }),
    paragraphs: [
      write('accountMail.welcome', { organization }),
      login === undefined
        ? write('accountMail.welcomeAddress', { address: mail.recipient.address, url })
        : write('accountMail.welcomeDirectory', { login, url }),
    ],
    button: { label: write('accountMail.signIn'), url: `${url}/` },
    footer: [write('accountMail.welcomeReason'), ...welcomeAnswers(mail, write)],
  };
}

function onboarding(
  mail: AccountMailView,
  write: Write,
  said: Pick<AccountMailContent, 'subject' | 'paragraphs'>,
): AccountMailContent {
  const { realm } = mail;
  return {
    ...welcomeSender(mail, write),
    ...said,
    button: openButton(realm, write),
    footer: [write('accountMail.onboardingReason', { organization: realm.name }), ...welcomeAnswers(mail, write)],
  };
}

/** Of mails to newcomers. */
function welcomeSender(
  { welcomeSender: sender, realm: { installation } }: AccountMailView,
  write: Write,
): Pick<AccountMailContent, 'fromName' | 'fromAddress'> {
  const name = write('mail.notifications', { installation });
  if (sender === null) return { fromName: name };
  return { fromName: sender.name === '' ? name : sender.name, fromAddress: sender.address };
}

function welcomeAnswers({ welcomeSender: sender }: AccountMailView, write: Write): string[] {
  return sender === null ? [write('mail.doNotReply')] : [];
}

function openButton({ name: organization, url }: AccountMailView['realm'], write: Write): MailLink {
  return { label: write('missed.open', { organization }), url: `${url}/` };
}
