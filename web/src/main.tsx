// Where the page begins.
import { render } from 'preact';
import { App } from './app';
import { arrive } from './state/arrival';
import { startGames } from './state/game';
import { startOpenGames } from './state/open-games';
import { startRouter } from './state/router';
import { startSettings } from './state/settings';

startSettings();
startOpenGames();
startGames();
startRouter();
render(<App />, document.body);
arrive();
