import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { retryParts } from './api/parts';
import { App } from './app/app';
import { applyKeptAppearance } from './client/appearance';
import { heedInstallOffers } from './client/install';
// Before any view gives the page another title.
import './client/installation-name';
import { chooseLanguage } from './strings/strings';
import './theme/theme.css';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
applyKeptAppearance();
heedInstallOffers(window);
window.addEventListener('online', retryParts);
await chooseLanguage(navigator.languages);
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
