/** What lies over everything else and wants to be dealt with first. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** Whether a dialog is open. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOGS) !== null;
}
