import { useState } from 'react';
import {
  createBrowserRouter,
  data,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  RouterProvider,
  useNavigation,
} from 'react-router';
import { isConsoleTab, pages } from '#contract/pages.ts';
import { loadBrand } from './brand.ts';
import { Failed } from './screens/failed.tsx';
import { guard, mayEdit } from './session.ts';
import { Progress } from './ui/progress.tsx';
import { Toasts } from './ui/toast.tsx';

export function App() {
  const [router] = useState(() => createBrowserRouter(routes));
  return <RouterProvider router={router} />;
}

// One route above all others holds the guard: links, back and forward, the address bar and unknown
// paths all pass it. `main?` is / and /main as one screen, so moving between them keeps its state.
const routes: RouteObject[] = [
  {
    id: 'root',
    middleware: [guard],
    loader: loadBrand,
    shouldRevalidate: () => false,
    Component: Root,
    HydrateFallback: Waiting,
    ErrorBoundary: Failed,
    children: [
      {
        path: pages.login,
        lazy: async () => ({ Component: (await import('./screens/login.tsx')).Login }),
      },
      {
        lazy: async () => {
          const { Shell, ShellFailed } = await import('./screens/shell.tsx');
          return { Component: Shell, ErrorBoundary: ShellFailed };
        },
        children: [
          {
            path: `${pages.main}?`,
            lazy: async () => ({ Component: (await import('./screens/main/main.tsx')).Main }),
          },
          {
            path: pages.about,
            lazy: async () => ({ Component: (await import('./screens/about.tsx')).About }),
          },
          {
            path: pages.faq,
            lazy: async () => ({ Component: (await import('./screens/faq.tsx')).Faq }),
          },
          {
            path: `${pages.manage}/:tab?`,
            loader: forEditors,
            lazy: async () => ({
              Component: (await import('./screens/console/console.tsx')).Console,
            }),
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./screens/not-found.tsx')).NotFound }),
      },
    ],
  },
];

/** To everyone else the console does not exist, and to nobody a tab that it has not. */
function forEditors({ params }: LoaderFunctionArgs): null {
  const { tab = 'customers' } = params;
  if (!mayEdit() || !isConsoleTab(tab)) throw data(null, { status: 404 });
  return null;
}

function Root() {
  const { state } = useNavigation();
  return (
    <>
      <Progress busy={state !== 'idle'} />
      <Outlet />
      <Toasts />
    </>
  );
}

/** While the guard asks for the first time, no screen is the right one. */
function Waiting() {
  return <Progress busy />;
}
