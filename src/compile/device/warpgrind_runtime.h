/* The host's side of a CUDA program, as far as it takes to parse it. Nothing here is ever compiled: functions are
 * templates that accept whatever they are called with. */
#pragma once

/* Streams, events and other handles. */
#define __WG_HANDLE(name, tag) typedef struct tag *name;
__WG_HANDLE(cudaStream_t, CUstream_st)
__WG_HANDLE(cudaEvent_t, CUevent_st)
__WG_HANDLE(cudaGraph_t, CUgraph_st)
__WG_HANDLE(cudaGraphNode_t, CUgraphNode_st)
__WG_HANDLE(cudaGraphExec_t, CUgraphExec_st)
__WG_HANDLE(cudaArray_t, cudaArray)
__WG_HANDLE(cudaMipmappedArray_t, cudaMipmappedArray)
__WG_HANDLE(cudaMemPool_t, CUmemPoolHandle_st)
__WG_HANDLE(cudaGraphicsResource_t, cudaGraphicsResource)
__WG_HANDLE(cudaFunction_t, CUfunc_st)
__WG_HANDLE(CUcontext, CUctx_st)
__WG_HANDLE(CUmodule, CUmod_st)
__WG_HANDLE(CUarray, CUarray_st)
typedef const cudaArray *cudaArray_const_t;
typedef cudaFunction_t CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t, int, void *);
typedef void (*cudaHostFn_t)(void *);

enum cudaError {
    cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInitializationError,
    cudaErrorNoDevice = 100, cudaErrorInvalidDevice, cudaErrorInvalidConfiguration, cudaErrorInvalidDevicePointer,
    cudaErrorInvalidDeviceFunction, cudaErrorNotReady = 600, cudaErrorPeerAccessAlreadyEnabled,
    cudaErrorPeerAccessNotEnabled, cudaErrorLaunchFailure, cudaErrorLaunchTimeout, cudaErrorLaunchOutOfResources,
    cudaErrorInsufficientDriver, cudaErrorNotSupported, cudaErrorHostMemoryAlreadyRegistered,
    cudaErrorIllegalAddress, cudaErrorAssert, cudaErrorCooperativeLaunchTooLarge, cudaErrorUnknown = 999,
};
typedef enum cudaError cudaError_t;
typedef enum cudaError_enum { CUDA_SUCCESS, CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_UNKNOWN = 999 } CUresult;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault,
};
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone,
};
enum cudaFuncCache {
    cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte,
};
enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess,
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize,
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout,
    cudaFuncAttributeNonPortableClusterSizeAllowed,
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy,
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10,
    cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrIntegrated = 18,
    cudaDevAttrComputeMode = 20, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor, cudaDevAttrManagedMemory = 83, cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMemoryPoolsSupported = 115,
};
enum {
    cudaStreamDefault = 0, cudaStreamNonBlocking, cudaEventDefault = 0, cudaEventBlockingSync, cudaEventDisableTiming,
    cudaHostAllocDefault = 0, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined = 4,
    cudaHostRegisterDefault = 0, cudaHostRegisterPortable, cudaHostRegisterMapped, cudaMemAttachGlobal = 1,
    cudaMemAttachHost, cudaMemAttachSingle = 4, cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin,
    cudaDeviceScheduleYield, cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8,
    cudaArrayDefault = 0, cudaArrayLayered, cudaArraySurfaceLoadStore, cudaArrayCubemap = 4, cudaCpuDeviceId = -1,
    cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard,
    cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard,
    cudaOccupancyDefault = 0, cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal,
};
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor, sharedMemPerBlockOptin,
        memPitch, textureAlignment, surfaceAlignment, reservedSharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
        deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode,
        concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount,
        unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
        maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported,
        regsPerMultiprocessor, managedMemory, isMultiGpuBoard, hostNativeAtomicSupported, pageableMemoryAccess,
        concurrentManagedAccess, computePreemptionSupported, cooperativeLaunch, maxBlocksPerMultiProcessor,
        accessPolicyMaxWindowSize, maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2],
        maxTexture2DLayered[3], canUseHostPointerForRegisteredMem, directManagedMemAccessFromHost,
        hostRegisterSupported, memoryPoolsSupported, singleToDoublePrecisionPerfRatio;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
};
struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    enum cudaMemcpyKind kind;
};
struct cudaKernelNodeParams {
    dim3 blockDim, gridDim;
    void **extra, *func, **kernelParams;
    unsigned sharedMemBytes;
};
struct cudaMemsetParams { void *dst; unsigned elementSize; size_t height, pitch; unsigned value; size_t width; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemLocation { int type, id; };
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };
struct cudaLaunchParams { void *func; dim3 gridDim, blockDim; void **args; size_t sharedMem; cudaStream_t stream; };

/* What <<< >>> becomes in host code; which of the two depends on the release of clang. */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);

const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
cudaPos make_cudaPos(size_t x, size_t y, size_t z);
cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize);

#define __WG_RUNTIME(name)                                                                                             \
    template <class... Arguments> inline __host__ cudaError_t name(Arguments &&...) { return cudaSuccess; }
#define __WG_DRIVER(name)                                                                                              \
    template <class... Arguments> inline __host__ CUresult name(Arguments &&...) { return CUDA_SUCCESS; }
/* Those that kernels may call as well. */
#define __WG_RUNTIME_BOTH(name)                                                                                        \
    template <class... Arguments> inline __host__ __device__ cudaError_t name(Arguments &&...) { return cudaSuccess; }

__WG_RUNTIME(cudaMalloc) __WG_RUNTIME(cudaMallocHost) __WG_RUNTIME(cudaMallocManaged) __WG_RUNTIME(cudaMallocPitch)
__WG_RUNTIME(cudaMalloc3D) __WG_RUNTIME(cudaMallocArray) __WG_RUNTIME(cudaMalloc3DArray) __WG_RUNTIME(cudaMallocAsync)
__WG_RUNTIME(cudaMallocMipmappedArray) __WG_RUNTIME(cudaFreeMipmappedArray) __WG_RUNTIME(cudaGetMipmappedArrayLevel)
__WG_RUNTIME(cudaFree) __WG_RUNTIME(cudaFreeHost) __WG_RUNTIME(cudaFreeArray) __WG_RUNTIME(cudaFreeAsync)
__WG_RUNTIME(cudaHostAlloc) __WG_RUNTIME(cudaHostRegister) __WG_RUNTIME(cudaHostUnregister)
__WG_RUNTIME(cudaHostGetDevicePointer) __WG_RUNTIME(cudaMemcpy) __WG_RUNTIME(cudaMemcpyAsync)
__WG_RUNTIME(cudaMemcpy2D) __WG_RUNTIME(cudaMemcpy2DAsync) __WG_RUNTIME(cudaMemcpy3D) __WG_RUNTIME(cudaMemcpy3DAsync)
__WG_RUNTIME(cudaMemcpyPeer) __WG_RUNTIME(cudaMemcpyPeerAsync) __WG_RUNTIME(cudaMemcpyToSymbol)
__WG_RUNTIME(cudaMemcpyToSymbolAsync) __WG_RUNTIME(cudaMemcpyFromSymbol) __WG_RUNTIME(cudaMemcpyFromSymbolAsync)
__WG_RUNTIME(cudaMemcpyToArray) __WG_RUNTIME(cudaMemcpyFromArray) __WG_RUNTIME(cudaMemcpy2DToArray)
__WG_RUNTIME(cudaMemcpy2DFromArray) __WG_RUNTIME(cudaMemset) __WG_RUNTIME(cudaMemsetAsync) __WG_RUNTIME(cudaMemset2D)
__WG_RUNTIME(cudaMemset3D) __WG_RUNTIME(cudaMemGetInfo) __WG_RUNTIME(cudaMemPrefetchAsync) __WG_RUNTIME(cudaMemAdvise)
__WG_RUNTIME(cudaGetSymbolAddress) __WG_RUNTIME(cudaGetSymbolSize) __WG_RUNTIME(cudaPointerGetAttributes)
__WG_RUNTIME(cudaStreamCreate) __WG_RUNTIME(cudaStreamCreateWithFlags) __WG_RUNTIME(cudaStreamCreateWithPriority)
__WG_RUNTIME(cudaStreamDestroy) __WG_RUNTIME(cudaStreamSynchronize) __WG_RUNTIME(cudaStreamWaitEvent)
__WG_RUNTIME(cudaStreamQuery) __WG_RUNTIME(cudaStreamAddCallback) __WG_RUNTIME(cudaStreamAttachMemAsync)
__WG_RUNTIME(cudaStreamBeginCapture) __WG_RUNTIME(cudaStreamEndCapture) __WG_RUNTIME(cudaLaunchHostFunc)
__WG_RUNTIME(cudaEventCreate) __WG_RUNTIME(cudaEventCreateWithFlags) __WG_RUNTIME(cudaEventDestroy)
__WG_RUNTIME(cudaEventRecord) __WG_RUNTIME(cudaEventSynchronize) __WG_RUNTIME(cudaEventQuery)
__WG_RUNTIME(cudaEventElapsedTime) __WG_RUNTIME(cudaGetDeviceProperties) __WG_RUNTIME(cudaGetDeviceCount)
__WG_RUNTIME(cudaSetDevice) __WG_RUNTIME(cudaSetDeviceFlags) __WG_RUNTIME(cudaChooseDevice)
__WG_RUNTIME(cudaDeviceReset) __WG_RUNTIME(cudaDeviceSetLimit) __WG_RUNTIME(cudaDeviceGetLimit)
__WG_RUNTIME(cudaDeviceSetCacheConfig) __WG_RUNTIME(cudaDeviceSetSharedMemConfig)
__WG_RUNTIME(cudaDeviceCanAccessPeer) __WG_RUNTIME(cudaDeviceEnablePeerAccess)
__WG_RUNTIME(cudaDeviceDisablePeerAccess) __WG_RUNTIME(cudaDeviceGetPCIBusId)
__WG_RUNTIME(cudaDeviceGetStreamPriorityRange) __WG_RUNTIME(cudaDriverGetVersion) __WG_RUNTIME(cudaRuntimeGetVersion)
__WG_RUNTIME(cudaFuncSetAttribute) __WG_RUNTIME(cudaFuncSetCacheConfig) __WG_RUNTIME(cudaFuncGetAttributes)
__WG_RUNTIME(cudaLaunchKernel) __WG_RUNTIME(cudaLaunchCooperativeKernel) __WG_RUNTIME(cudaThreadSynchronize)
__WG_RUNTIME(cudaThreadExit) __WG_RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
__WG_RUNTIME(cudaOccupancyMaxPotentialBlockSize) __WG_RUNTIME(cudaOccupancyMaxPotentialBlockSizeVariableSMem)
__WG_RUNTIME(cudaProfilerStart) __WG_RUNTIME(cudaProfilerStop) __WG_RUNTIME(cudaGraphCreate)
__WG_RUNTIME(cudaGraphInstantiate) __WG_RUNTIME(cudaGraphLaunch) __WG_RUNTIME(cudaGraphDestroy)
__WG_RUNTIME(cudaGraphExecDestroy) __WG_RUNTIME(cudaGraphAddKernelNode) __WG_RUNTIME(cudaGraphAddMemcpyNode)
__WG_RUNTIME(cudaCreateTextureObject) __WG_RUNTIME(cudaDestroyTextureObject) __WG_RUNTIME(cudaCreateSurfaceObject)
__WG_RUNTIME(cudaDestroySurfaceObject) __WG_RUNTIME(cudaArrayGetInfo) __WG_RUNTIME(cudaGetChannelDesc)
__WG_RUNTIME(cudaGraphInstantiateWithFlags) __WG_RUNTIME(cudaGraphAddDependencies)
__WG_RUNTIME(cudaGraphAddMemsetNode) __WG_RUNTIME(cudaGraphAddHostNode) __WG_RUNTIME(cudaGraphClone)
__WG_RUNTIME(cudaGraphGetNodes) __WG_RUNTIME(cudaGraphicsMapResources) __WG_RUNTIME(cudaGraphicsUnmapResources)
__WG_RUNTIME(cudaGraphicsResourceGetMappedPointer) __WG_RUNTIME(cudaGraphicsSubResourceGetMappedArray)
__WG_RUNTIME(cudaGraphicsUnregisterResource) __WG_RUNTIME(cudaIpcGetMemHandle) __WG_RUNTIME(cudaIpcOpenMemHandle)
__WG_RUNTIME(cudaIpcCloseMemHandle) __WG_RUNTIME(cudaDeviceGetDefaultMemPool) __WG_RUNTIME(cudaMemPoolSetAttribute)
__WG_RUNTIME(cudaMemPoolGetAttribute) __WG_RUNTIME(cudaMemPoolTrimTo) __WG_RUNTIME(cudaCtxResetPersistingL2Cache)
__WG_RUNTIME(cudaStreamSetAttribute) __WG_RUNTIME(cudaStreamGetPriority) __WG_RUNTIME(cudaStreamIsCapturing)
__WG_RUNTIME_BOTH(cudaGetLastError) __WG_RUNTIME_BOTH(cudaPeekAtLastError) __WG_RUNTIME(cudaGetDevice)
__WG_RUNTIME(cudaDeviceSynchronize) __WG_RUNTIME(cudaDeviceGetAttribute)

__WG_DRIVER(cuInit) __WG_DRIVER(cuDeviceGet) __WG_DRIVER(cuDeviceGetCount) __WG_DRIVER(cuDeviceGetName)
__WG_DRIVER(cuDeviceGetAttribute) __WG_DRIVER(cuCtxCreate) __WG_DRIVER(cuCtxDestroy) __WG_DRIVER(cuCtxSynchronize)
__WG_DRIVER(cuModuleLoad) __WG_DRIVER(cuModuleLoadData) __WG_DRIVER(cuModuleGetFunction) __WG_DRIVER(cuMemAlloc)
__WG_DRIVER(cuMemFree) __WG_DRIVER(cuMemcpyHtoD) __WG_DRIVER(cuMemcpyDtoH) __WG_DRIVER(cuLaunchKernel)
__WG_DRIVER(cuGetErrorString) __WG_DRIVER(cuGetErrorName)
