import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// Where it is too old, public/too-old.js has said so on the page.
if (document.documentElement.dataset['browser'] !== 'too-old') {
  document.getElementById('too-old')?.remove();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
