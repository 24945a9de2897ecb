import { useEffect, useState } from 'react';
import {
  createBrowserRouter,
  data,
  type DataRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  type RouterNavigateOptions,
  RouterProvider,
  type To,
  useLocation,
  useNavigation,
} from 'react-router';
import { pages } from '#contract/pages.ts';
import { answers } from './api.ts';
import { loadBrand } from './brand.ts';
import { Failed } from './screens/failed.tsx';
import {
  mayOpenTab,
  sessionContext,
  SessionGuard,
  SessionGuardProvider,
  sessionRouteId,
} from './session.ts';
import { Progress } from './ui/feedback/progress.tsx';
import { showToast, Toasts } from './ui/feedback/toast.tsx';
import { whenIdle } from './when-idle.ts';

export function App() {
  const [{ guard, router }] = useState(() => {
    const guard = new SessionGuard();
    return { guard, router: stayingOffline(createBrowserRouter(routesBehind(guard))) };
  });
  return (
    <SessionGuardProvider value={guard}>
      <RouterProvider router={router} />
    </SessionGuardProvider>
  );
}

/**
 * Without a network the guard would lead to the login page, and away from what is open: a link starts no
 * navigation. A laptop that serves itself calls itself offline, too, and is answered.
 */
function stayingOffline(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router);
  router.navigate = async (to: number | To | null, options?: RouterNavigateOptions) => {
    const paths = [String(to), router.state.location.pathname];
    if (navigator.onLine || paths.some((path) => path.startsWith(pages.login)) || (await answers()))
      return typeof to === 'number' ? navigate(to) : navigate(to, options);
    showToast('No connection', null, 'not done');
  };
  return router;
}

const loadLogin = () => import('./screens/login.tsx');
const loadShell = () => import('./screens/shell.tsx');
const loadMain = () => import('./screens/main/main.tsx');

// One route above all others holds the guard: links, back and forward, the address bar and unknown
// paths all pass it.
const routesBehind = (guard: SessionGuard): RouteObject[] => [
  {
    id: 'root',
    middleware: [guard.middleware],
    loader: loadBrand,
    shouldRevalidate: () => false,
    Component: Root,
    HydrateFallback: Waiting,
    ErrorBoundary: Failed,
    children: [
      {
        path: pages.login,
        loader: () => guard.isConnectionLost,
        lazy: async () => ({ Component: (await loadLogin()).Login }),
      },
      {
        id: sessionRouteId,
        loader: ({ context }) => context.get(sessionContext),
        shouldRevalidate: () => true, // roles may have changed since the last screen
        lazy: async () => {
          const { Shell } = await loadShell();
          return { Component: Shell, ErrorBoundary: Failed };
        },
        children: [
          {
            // The question mark makes / and /main one screen, which keeps its state between them.
            path: `${pages.main}?`,
            lazy: async () => ({ Component: (await loadMain()).Main }),
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
            path: pages.redline,
            lazy: async () => ({
              Component: (await import('./screens/redline/redline.tsx')).Redline,
            }),
          },
          {
            path: pages.cases,
            lazy: async () => ({
              Component: (await import('./screens/cases/list/cases.tsx')).Cases,
            }),
          },
          {
            path: `${pages.cases}/:id`,
            lazy: async () => ({
              Component: (await import('./screens/cases/case/case.tsx')).CaseScreen,
            }),
          },
          {
            path: pages.account,
            lazy: async () => ({
              Component: (await import('./screens/account/account.tsx')).Account,
            }),
          },
          {
            path: `${pages.manage}/:tab?`,
            loader: requireTab,
            lazy: async () => ({
              Component: (await import('./screens/console/console.tsx')).Console,
            }),
          },
        ],
      },
      { path: '*' }, // the guard answers
    ],
  },
];

/** To others the console's address is the 404 page. */
function requireTab({ context, params }: LoaderFunctionArgs): null {
  if (!mayOpenTab(context.get(sessionContext), params['tab'])) throw data(null, { status: 404 });
  return null;
}

function Root() {
  const { state } = useNavigation();
  const atLogin = useLocation().pathname === pages.login;

  useEffect(
    function prefetchNextScreen() {
      // From everywhere else the next one may be the login: a server that is gone could not send it.
      return whenIdle(atLogin ? () => Promise.all([loadShell(), loadMain()]) : loadLogin);
    },
    [atLogin],
  );

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
