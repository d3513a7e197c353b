import { Catch, RpcExceptionFilter } from '@nestjs/common';
import { Observable, throwError } from 'rxjs';

/** Hands every error of a handler to the {@link RpcServer} unchanged; it is the one place that turns errors to replies. */
@Catch()
export class PassErrorsOn implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
