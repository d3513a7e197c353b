import { heedInstallOffers, install } from './install';

describe('the offer to install the client', () => {
  const page = new EventTarget();
  heedInstallOffers(page);

  it('is kept until somebody takes it, once', () => {
    const prompt = vi.fn(() => Promise.resolve());
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    expect(install.get()).toBeUndefined();
    page.dispatchEvent(offer);
    expect(offer.defaultPrevented).toBe(true);
    install.get()?.();
    expect(prompt).toHaveBeenCalledOnce();
    expect(install.get()).toBeUndefined();
  });

  it('ends when the client is installed, and is nothing without a question', () => {
    page.dispatchEvent(new Event('beforeinstallprompt'));
    expect(install.get()).toBeUndefined();
    page.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }));
    page.dispatchEvent(new Event('appinstalled'));
    expect(install.get()).toBeUndefined();
  });
});
