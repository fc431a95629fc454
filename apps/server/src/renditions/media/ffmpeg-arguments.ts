import type { Media, VideoStream } from './probe.ts';

/** The allowed input formats: audio and video, no playlists and nothing else that refers to other files. */
const formats =
  'aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dv,eac3,flac,flv,h264,hevc,ivf,m4v,matroska,mov,mp3,mpeg,mpegts,mpegvideo,mxf,ogg,rm,tta,vc1,voc,w64,wav,wv';
/** Options before the input of each program. */
export const reading = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats];

export const probeArguments = (input: string): string[] => [
  '-v',
  'error',
  ...reading,
  '-of',
  'json',
  '-show_entries',
  'format=duration,format_name:stream=index,codec_type,codec_name,pix_fmt,width,height:stream_disposition=attached_pic,default',
  `file:${input}`,
];

/** Specification of the preview: at most 1080p, in landscape or portrait. */
const longSide = 1920;
const shortSide = 1080;
const scale =
  `scale=w='if(gt(iw,ih),min(${longSide},iw),min(${shortSide},iw))':h='if(gt(iw,ih),min(${shortSide},ih),min(${longSide},ih))'` +
  ':force_original_aspect_ratio=decrease:force_divisible_by=2';

const playsAsItIs = ({ codec, pixels, width, height }: VideoStream): boolean =>
  codec === 'h264' && /^yuvj?420p$/.test(pixels) && Math.max(width, height) <= longSide && Math.min(width, height) <= shortSide;

/** Whether some stream is copied without transcoding, at the speed of the disk. */
export const takesOver = ({ video, audio }: Media): boolean => (video !== null && playsAsItIs(video)) || audio?.codec === 'aac';

/**
 * MP4 with H.264 and AAC, with its index in front so that it plays while it loads. Streams that are playable already are copied, unless
 * `anew` is set. Titles, locations and all other metadata are dropped.
 */
export function transcodeArguments(
  { video, audio }: Media,
  { input, output, anew }: { input: string; output: string; anew: boolean },
): string[] {
  const encodedVideo = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-pix_fmt', 'yuv420p', '-fpsmax', '60', '-vf', scale];
  const encodedAudio = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000'];
  return [
    ...inputArguments(input),
    ...(video === null ? [] : ['-map', `0:${video.index}`, ...(!anew && playsAsItIs(video) ? ['-c:v', 'copy'] : encodedVideo)]),
    ...(audio === null ? [] : ['-map', `0:${audio.index}`, ...(!anew && audio.codec === 'aac' ? ['-c:a', 'copy'] : encodedAudio)]),
    ...alone,
    '-threads',
    '4',
    ...mp4,
    `file:${output}`,
  ];
}

/** It prints its progress and nothing else. */
const inputArguments = (input: string): string[] => [
  '-nostdin',
  '-v',
  'error',
  '-nostats',
  '-progress',
  'pipe:1',
  ...reading,
  '-i',
  `file:${input}`,
];
const alone = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'];
const mp4 = ['-movflags', '+faststart', '-f', 'mp4'];

interface Container {
  type: string;
  output: readonly string[];
}
/** Formats that browsers play, by ffprobe's names. */
const containers: Readonly<Record<string, Container>> = {
  mp4: { type: 'mp4', output: mp4 },
  aac: { type: 'mp4', output: mp4 },
  webm: { type: 'webm', output: ['-f', 'webm'] },
  ogg: { type: 'ogg', output: ['-f', 'ogg'] },
  mp3: { type: 'mpeg', output: ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'] },
  wav: { type: 'wav', output: ['-f', 'wav'] },
  flac: { type: 'flac', output: ['-f', 'flac'] },
};
/** The container that can take its streams unchanged. Undefined if there is none that browsers play. */
export const containerOf = ({ formats }: Media): Container | undefined =>
  formats.map((name) => containers[name]).find((container) => container !== undefined);

/** The same streams in a new file without the old one's metadata. */
export const copyArguments = (
  { video, audio }: Media,
  { input, output, container }: { input: string; output: string; container: Container },
): string[] => [
  ...inputArguments(input),
  ...[video, audio].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.index}`])),
  '-c',
  'copy',
  ...alone,
  ...container.output,
  `file:${output}`,
];
