import { parentPort, workerData } from 'node:worker_threads';
import { judgeShare, Share } from './judge-archive.ts';

parentPort?.postMessage(await judgeShare(Share.parse(workerData)));
