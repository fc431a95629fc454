/** The facts about a media file that matter for playing it. */
export interface Media {
  /** The names of the container. */
  formats: readonly string[];
  /** Seconds. Null if unknown, for example in a recording that was cut off. */
  duration: number | null;
  video: VideoStream | null;
  audio: AudioStream | null;
}
export interface VideoStream {
  index: number;
  codec: string;
  pixels: string;
  width: number;
  height: number;
}
export interface AudioStream {
  index: number;
  codec: string;
}

interface Probed {
  format?: { duration?: string; format_name?: string };
  streams?: {
    index: number;
    codec_type?: string;
    codec_name?: string;
    pix_fmt?: string;
    width?: number;
    height?: number;
    disposition?: { attached_pic?: number; default?: number };
  }[];
}

/** Reads ffprobe's answer: the first stream of each kind, preferring the default one. Cover images do not count as video. */
export function mediaOf(json: string): Media {
  const { format, streams = [] } = JSON.parse(json) as Probed;
  const known = streams.filter(({ codec_name: codec }) => codec !== undefined && codec !== 'unknown');
  const first = (type: string) => {
    const those = known.filter((one) => one.codec_type === type && one.disposition?.attached_pic !== 1);
    return those.find(({ disposition }) => disposition?.default === 1) ?? those[0];
  };
  const [video, audio] = [first('video'), first('audio')];
  const duration = Number(format?.duration);
  return {
    formats: format?.format_name?.split(',') ?? [],
    duration: duration > 0 && Number.isFinite(duration) ? duration : null,
    video: video
      ? { index: video.index, codec: video.codec_name!, pixels: video.pix_fmt ?? '', width: video.width ?? 0, height: video.height ?? 0 }
      : null,
    audio: audio ? { index: audio.index, codec: audio.codec_name! } : null,
  };
}
