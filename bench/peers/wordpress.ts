import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/http/free-port.ts';
import type { Peer } from './peer.ts';
import { processorTime } from './processor-time.ts';

const library = fileURLToPath(new URL('../../db/sample-library/stories', import.meta.url));

/** Debian’s WordPress behind nginx and php-fpm, with a MariaDB of its own, all on loopback and in one folder. */
export async function startWordPress(): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'nightstand-wordpress-'));
  const children: ChildProcess[] = [];
  const run = (command: string, ...args: string[]) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  try {
    const port = await freePort('127.0.0.1');
    const socket = await startMariaDb(folder, run);
    layDownWordPress(folder, port, socket);
    fillWithStories(folder);
    startWebServer(folder, port, run);
    const chapter = readFileSync(join(folder, 'first-post'), 'utf8');
    await untilAnswered(`http://127.0.0.1:${port}/`);
    return {
      name: 'WordPress',
      port,
      cpuSeconds: () => processorTime(children.map((child) => child.pid ?? 0)),
      paths: { home: '/', chapter, search: (word) => `/?${new URLSearchParams({ s: word })}` },
      folder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Run = (command: string, ...args: string[]) => void;

async function startMariaDb(folder: string, run: Run): Promise<string> {
  const data = join(folder, 'db');
  const socket = join(folder, 'db.sock');
  const own = ['--no-defaults', `--datadir=${data}`, '--user=root'];
  execFileSync('mariadb-install-db', [...own, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  run('mariadbd', ...own, `--socket=${socket}`, '--skip-networking', `--log-error=${folder}/db.log`);
  const isThere = () => {
    try {
      execFileSync(
        'mariadb',
        ['--no-defaults', `--socket=${socket}`, '-e', 'create database if not exists wp'],
        {
          stdio: 'ignore',
        },
      );
      return true;
    } catch {
      return false;
    }
  };
  while (!isThere()) await pause(100);
  return socket;
}

function layDownWordPress(folder: string, port: number, socket: string): void {
  const root = join(folder, 'wordpress');
  // Debian shares some of its libraries by links.
  execFileSync('cp', ['-rL', '/usr/share/wordpress', root]);
  mkdirSync(join(root, 'wp-content/uploads'), { recursive: true });
  writeFileSync(
    join(root, 'wp-config.php'),
    `<?php
define('DB_NAME', 'wp'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', 'http://127.0.0.1:${port}'); define('WP_SITEURL', 'http://127.0.0.1:${port}');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`,
  );
}

/** Each chapter is a post, as writers who publish by WordPress do it; the synopsis is its excerpt. */
function fillWithStories(folder: string): void {
  const stories = join(folder, 'stories');
  cpSync(library, stories, { recursive: true });
  writeFileSync(join(folder, 'files.json'), JSON.stringify(readdirSync(stories)));
  const script = join(folder, 'fill.php');
  writeFileSync(
    script,
    `<?php
define('WP_INSTALLING', true);
require '${folder}/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Stories', 'operator', 'operator@example.org', true, '', 'a lamp for every window');
switch_theme('twentytwentyone');
update_option('permalink_structure', '/%postname%/');
$wp_rewrite->init(); $wp_rewrite->flush_rules(false);
foreach (json_decode(file_get_contents('${folder}/files.json')) as $file) {
  $story = json_decode(file_get_contents('${stories}/' . $file));
  foreach ($story->chapters as $chapter) {
    $id = wp_insert_post(['post_title' => $story->title . ': ' . $chapter->title, 'post_content' => $chapter->html,
      'post_excerpt' => $story->description, 'post_status' => 'publish', 'post_author' => 1,
      'tags_input' => $story->subjects], true);
    if (is_wp_error($id)) { fwrite(STDERR, $id->get_error_message()); exit(1); }
  }
}
file_put_contents('${folder}/first-post', parse_url(get_permalink($id), PHP_URL_PATH));
`,
  );
  execFileSync('php', ['-d', 'sendmail_path=/bin/true', script], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function startWebServer(folder: string, port: number, run: Run): void {
  const fpm = join(folder, 'fpm.conf');
  const listen = join(folder, 'fpm.sock');
  writeFileSync(
    fpm,
    `[global]
error_log = ${folder}/fpm.log
daemonize = no
[www]
user = root
group = root
listen = ${listen}
pm = static
pm.max_children = 4
`,
  );
  const [fpmCommand] = readdirSync('/usr/sbin').filter((name) => name.startsWith('php-fpm'));
  if (fpmCommand === undefined) throw new Error('php-fpm is not installed');
  run(join('/usr/sbin', fpmCommand), '--allow-to-run-as-root', '--fpm-config', fpm);
  const nginx = join(folder, 'nginx.conf');
  writeFileSync(
    nginx,
    `daemon off; user root; worker_processes 2; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types; access_log off; gzip on;
  client_body_temp_path ${folder}/body; fastcgi_temp_path ${folder}/fastcgi; proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port}; root ${folder}/wordpress; index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ { include /etc/nginx/fastcgi.conf; fastcgi_pass unix:${listen}; }
  }
}
`,
  );
  run('nginx', '-c', nginx);
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new Error(`${url} does not answer`);
}
