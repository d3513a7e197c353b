/** The end of the year 9999, in seconds since the epoch: what dates can hold. */
export const LATEST_TIME = 253_402_300_799;
