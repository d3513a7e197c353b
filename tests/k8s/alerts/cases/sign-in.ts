import { CasesByAlert, grew, pod, raised } from './case';

const signIns = (outcome: string, count: number, minutesAgo: number) =>
  raised('stoa_sign_ins_total', { ...pod('users'), method: 'password', outcome }, count, minutesAgo);
const usual = grew('stoa_sign_ins_total', { ...pod('users', 2), method: 'passkey', outcome: 'success' }, 1);

const external = (outcome: string, count: number, minutesAgo: number) =>
  raised('stoa_external_sign_ins_total', { ...pod('users'), kind: 'saml', outcome }, count, minutesAgo);
const otherKind = grew('stoa_external_sign_ins_total', { ...pod('users', 2), kind: 'oidc', outcome: 'session' }, 1);

export const SIGN_IN_ALERTS: CasesByAlert = {
  StoaSignInsFail: {
    fires: { 'ten failed by a fault': [signIns('failed', 10, 10), usual] },
    silent: {
      'two failed': [signIns('failed', 2, 10), usual],
      'ten failed an hour ago': [signIns('failed', 10, 60), usual],
      'a hundred were refused': [signIns('refused', 100, 10), usual],
    },
  },
  StoaSignInsRefused: {
    fires: { 'a hundred of one method were refused': [signIns('refused', 100, 10), usual] },
    silent: {
      'twenty were refused': [signIns('refused', 20, 10), usual],
      'a hundred were refused just now': [signIns('refused', 100, 2), usual],
      'half of them were refused': [signIns('refused', 100, 10), signIns('success', 100, 10), usual],
      'a hundred were refused an hour ago': [signIns('refused', 100, 60), usual],
    },
  },
  StoaExternalSignInsFail: {
    fires: {
      'providers of a kind vouch for nobody': [
        external('provider-failed', 20, 10),
        external('session', 2, 10),
        otherKind,
      ],
      'the service has a fault': [external('failed', 20, 10), otherKind],
    },
    silent: {
      'a few failed': [external('provider-failed', 4, 10), otherKind],
      'most came in': [external('provider-failed', 20, 10), external('session', 40, 10), otherKind],
      'people were not admitted': [external('not-admitted', 50, 10), otherKind],
      'they failed just now': [external('provider-failed', 20, 2), otherKind],
      'they failed an hour ago': [external('provider-failed', 20, 60), otherKind],
    },
  },
};
