import { parseMail } from './parse-mail';

/** The only thing that the threads of the pool do. */
export default parseMail;
