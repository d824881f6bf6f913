// Where the page begins.
import { render } from 'preact';
import { App } from './app';
import { startGames } from './game';
import { startOpenGames } from './open-games';
import { startRouter } from './router';
import { connect } from './server';
import { startSettings } from './settings';

startSettings();
startOpenGames();
startGames();
startRouter();
render(<App />, document.body);
connect();
